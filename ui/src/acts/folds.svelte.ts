// Which groups of acts are open: as somebody has left them in this browser, or else as the moment asks for.
const STORE = 'fatewright.folds'

export class Folds {
  #left = $state.raw<Record<string, boolean>>(read())

  isOpen(key: string, usual: boolean): boolean {
    return this.#left[key] ?? usual
  }

  leave(key: string, isOpen: boolean) {
    this.#left = { ...this.#left, [key]: isOpen }
    localStorage.setItem(STORE, JSON.stringify(this.#left))
  }
}

function read(): Record<string, boolean> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}')
    const rows = typeof found === 'object' && found ? Object.entries(found) : []
    return Object.fromEntries(rows.filter(([, isOpen]) => typeof isOpen === 'boolean'))
  } catch {
    return {} // not ours, or from another time
  }
}
