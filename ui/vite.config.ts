import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The built page goes into the Python package, which serves it; nothing is fetched from elsewhere.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/fatewright/web/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false, // Vite asks for a part's own style once only, and never again if that fails
    target: 'es2022',
  },
})
