// Another page has come: whoever cannot see that is taken to its title.
const PAUSE = 50
const PATIENCE = 60 // pauses until the page has a title

/** Go to the title of the page as soon as there is one, unless something else has taken the focus meanwhile. */
export async function arrive() {
  const was = document.activeElement
  for (let tries = 0; tries < PATIENCE; tries++) {
    await new Promise((rest) => setTimeout(rest, PAUSE))
    if (![was, document.body].includes(document.activeElement)) return
    const title = document.querySelector<HTMLElement>('h1')
    if (!title) continue
    title.tabIndex = -1
    title.focus({ preventScroll: true })
    return
  }
}
