// What somebody has typed and not sent yet, kept in the browser so that a reload or a detour does not lose it.
export function recall<T>(key: string): Partial<T> {
  try {
    return (JSON.parse(sessionStorage.getItem(`draft:${key}`) ?? '{}') ?? {}) as Partial<T>
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
    sessionStorage.removeItem(`draft:${key}`)
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
