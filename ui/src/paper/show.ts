// A sheet on paper: shown as it will be printed, and then printed alone.
import { mount, unmount } from 'svelte'
import type { Paper as Page } from '../protocol'
import Paper from './Paper.svelte'

/** Lay a page over everything; the promise holds once it is put away. */
export function show(name: string, page: Page): Promise<void> {
  return new Promise((done) => {
    const shown = mount(Paper, { target: document.body, props: { name, page, onclose: close } })
    function close() {
      void unmount(shown)
      done()
    }
  })
}
