// A device that changes networks loses whatever is just being fetched: it is asked for again before anybody is troubled.
const WAITS = [300, 1000, 2500] // milliseconds

/** What an attempt brings; after a failure it is made again, a little later each time. Only for what may be asked twice. */
export async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await attempt()
    } catch {
      await new Promise((done) => setTimeout(done, wait))
    }
  }
  return attempt()
}
