// What this browser remembers of how its person wants things. One that keeps nothing forgets it when the page is left.

export function recalled(what: string): string {
  try {
    return localStorage.getItem(`fatewright.${what}`) ?? ''
  } catch {
    return ''
  }
}

export function remember(what: string, value: string) {
  try {
    localStorage.setItem(`fatewright.${what}`, value)
  } catch {
    // it holds until then
  }
}
