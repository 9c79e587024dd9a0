import '@fontsource-variable/fraunces'
import '@fontsource-variable/inter'
import { mount } from 'svelte'
import App from './App.svelte'
import { look } from './look.svelte'
import './style.css'
import { speak } from './words'

look.show()

void speak().then(() => mount(App, { target: document.getElementById('app')! }))
