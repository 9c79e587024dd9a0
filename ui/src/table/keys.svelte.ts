// Single keys that do something at the table. They can be switched off, and are never taken from somebody who types.
const STORE = 'fatewright.keys'
const TYPING = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable], dialog'

class Keys {
  isOn = $state(localStorage.getItem(STORE) !== 'off')

  switch(isOn: boolean) {
    this.isOn = isOn
    localStorage.setItem(STORE, isOn ? 'on' : 'off')
  }

  /** The key, if it was meant for the table; empty if it belongs to what is in focus. */
  meant(event: KeyboardEvent): string {
    const at = event.target as Element | null
    if (!this.isOn || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return ''
    if (at?.closest?.(TYPING) || document.querySelector('dialog[open]')) return ''
    const isControl = at?.closest?.('a, button, summary, input')
    return event.key === 'Enter' && isControl ? '' : event.key
  }
}

export const keys = new Keys()
