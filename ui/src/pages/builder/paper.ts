// Print: while there is a sheet to print, the browser prints that sheet alone.
import './paper.css'

/** An attachment: before printing, a copy of the element lies alone on the page; afterwards it is gone. */
export function printedAlone(sheet: HTMLElement) {
  let copy: HTMLElement | null = null

  function lay() {
    lift()
    copy = document.createElement('div')
    copy.className = 'paper'
    const printed = sheet.cloneNode(true) as HTMLElement
    for (const one of printed.querySelectorAll('details')) one.open = false // paper has no room for reasons
    copy.append(printed)
    document.body.append(copy)
  }

  function lift() {
    copy?.remove()
    copy = null
  }

  addEventListener('beforeprint', lay)
  addEventListener('afterprint', lift)
  return () => {
    removeEventListener('beforeprint', lay)
    removeEventListener('afterprint', lift)
    lift()
  }
}
