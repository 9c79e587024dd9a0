// Files out of the page and into it.

/** Hand a text to the browser as a file to keep. */
export function save(name: string, text: string, type = 'application/json') {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** The text of a file that somebody picks; nothing if they pick none. */
export function opened(accept: string): Promise<string | null> {
  return new Promise((done) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.onchange = async () => done((await input.files?.[0]?.text()) ?? null)
    input.oncancel = () => done(null)
    input.click()
  })
}
