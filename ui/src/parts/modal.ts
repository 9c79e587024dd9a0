// A dialog over everything: it has the keys while it is there, and gives them back to whatever had them.
export function modal(dialog: HTMLDialogElement) {
  const before = document.activeElement
  dialog.showModal()
  return () => {
    dialog.close()
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    })
  }
}
