// Another page has come: whoever cannot see that is taken to its title.
const PAUSE = 50
let latest = 0

/** Go to the title of the page as soon as there is one, however long it takes to come, unless something else has taken the focus
 *  meanwhile or somebody has gone on. */
export async function arrive() {
  const was = document.activeElement
  for (const mine = ++latest; mine === latest;) {
    await new Promise((rest) => setTimeout(rest, PAUSE))
    if (![was, document.body].includes(document.activeElement)) return
    const title = document.querySelector<HTMLElement>('h1')
    if (!title) continue
    title.tabIndex = -1
    title.focus({ preventScroll: true })
    return
  }
}
