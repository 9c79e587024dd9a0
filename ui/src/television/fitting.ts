// What stands on a screen for all is as large as all of it can be: nobody scrolls a television.

const LEAST = 9 // pixels of a letter
const STEP = 0.95

/** Make the letters of a part smaller until all of it can be seen, whenever something in it changes. */
export function fitting(part: HTMLElement) {
  function fit() {
    part.style.fontSize = ''
    let size = parseFloat(getComputedStyle(part).fontSize)
    while (part.scrollHeight > part.clientHeight && size > LEAST) {
      size *= STEP
      part.style.fontSize = `${size}px`
    }
  }
  const [resized, changed] = [new ResizeObserver(fit), new MutationObserver(fit)]
  resized.observe(part)
  changed.observe(part, { childList: true, subtree: true, characterData: true })
  return () => [resized, changed].forEach((watch) => watch.disconnect())
}
