import '@fontsource-variable/fraunces'
import '@fontsource-variable/inter'
import { mount } from 'svelte'
import App from './App.svelte'
import { look } from './look.svelte'
import './style.css'
import { speak } from './words'

look.show()

const target = document.getElementById('app')!
void speak().then(() => {
  target.replaceChildren() // what stands there for a page that does not come
  mount(App, { target })
})
