// Where we are: the path of the address, and how to go elsewhere without loading the page anew.
class Route {
  path = $state(location.pathname)
  query = $state(location.search)

  constructor() {
    addEventListener('popstate', () => this.#read())
    addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a[href^="/"]')
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
      if (event.defaultPrevented || link.matches('[download], [target]')) return
      event.preventDefault()
      this.go(link.getAttribute('href')!)
    })
  }

  go(to: string) {
    history.pushState(null, '', to)
    this.#read()
    scrollTo(0, 0)
  }

  /** The same page under another address: nothing to go back to, nothing scrolls. */
  swap(to: string) {
    history.replaceState(null, '', to)
    this.#read()
  }

  #read() {
    this.path = location.pathname
    this.query = location.search
  }
}

export const route = new Route()
