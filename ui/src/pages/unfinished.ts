// What somebody has typed and not sent yet, kept in the browser so that a reload or a detour does not lose it.
const aside = new Map<string, string>()

export function recall<T>(key: string): Partial<T> {
  try {
    const kept = sessionStorage.getItem(`draft:${key}`) ?? aside.get(`draft:${key}`)
    return (JSON.parse(kept ?? '{}') ?? {}) as Partial<T>
  } catch {
    return {}
  }
}

export function keep(key: string, draft: unknown) {
  try {
    sessionStorage.setItem(`draft:${key}`, JSON.stringify(draft))
  } catch {
    // a browser that keeps nothing: the page itself still does
  }
}

export function forget(key: string) {
  try {
    aside.delete(`draft:${key}`)
    sessionStorage.removeItem(`draft:${key}`)
  } catch {
    // as above
  }
}

/** Take everything out of sight before somebody else has the device; until the page is loaded anew it is not lost. */
export function putAside() {
  try {
    for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))) {
      aside.set(key, sessionStorage.getItem(key)!)
      sessionStorage.removeItem(key)
    }
  } catch {
    // as above
  }
}

/** The name under which this person sat down last. */
export function lastName(): string {
  try {
    return localStorage.getItem('name') ?? ''
  } catch {
    return ''
  }
}

export function keepName(name: string) {
  try {
    localStorage.setItem('name', name)
  } catch {
    // as above
  }
}
