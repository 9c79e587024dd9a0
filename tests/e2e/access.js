// What is wrong with a screen for whoever reads, presses or tabs through it. Runs in the page; each check returns sentences.
window.access = (() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const dialog = () => [...document.querySelectorAll('dialog[open]')].at(-1)
  const within = () => dialog() ?? document
  const once = (all) => [...new Map(all.map((one) => [one.replace(/\d+/g, ''), one])).values()] // of many alike, one
  const named = (one) => one.outerHTML.replace(/\s*(class|id|style|data-\S+?)="[^"]*"/g, '').slice(0, 110)

  /** What has the same classes, and stands in the same, looks the same: one of them will do. */
  function kindOf(one) {
    let kind = one.type ?? ''
    for (let up = one; up && up !== document.body; up = up.parentElement) kind += ` ${up.tagName}${up.className}${up.disabled ?? ''}`
    return kind
  }

  /** Whether this is the first of its kind. */
  function firsts() {
    const known = new Set()
    return (one) => known.size < known.add(kindOf(one)).size
  }

  // ── axe ────────────────────────────────────────────────────────────────────────────────────────────────────────────
  const SLIGHT = ['region', 'heading-order', 'aria-allowed-role', 'page-has-heading-one'] // never serious, and slow
  const rules = Object.fromEntries(SLIGHT.map((rule) => [rule, { enabled: false }]))

  async function found(part) {
    const { violations } = await axe.run(part ?? document, { resultTypes: ['violations'], preload: false, rules })
    return violations
      .filter((one) => ['serious', 'critical'].includes(one.impact))
      .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`)
  }

  // ── size ───────────────────────────────────────────────────────────────────────────────────────────────────────────
  /** Nothing is wider than the screen: neither the page, nor the part of it that scrolls, nor anything that sticks out unseen. */
  function wide() {
    const room = document.documentElement.clientWidth
    const scrolled = [document.documentElement, ...document.querySelectorAll('.zone, dialog[open]')]
    return scrolled
      .filter((one) => seen(one) && one.scrollWidth > one.clientWidth + 1)
      .map((one) => {
        const out = [...one.querySelectorAll('*')].find((part) => seen(part) && part.getBoundingClientRect().right > room + 1)
        return `wider than the screen by ${one.scrollWidth - one.clientWidth}: ${named(out ?? one)}`
      })
  }

  const PRESSED = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider]'

  /** A thumb needs 44 pixels one way and 24 the other. Links within a sentence are as high as its lines, and the squares of a board
   *  that has to be seen as a whole are as large as they can be: the form of a move reaches each of them, too. */
  function small() {
    const found = [...within().querySelectorAll(PRESSED)].flatMap((one) => {
      if (!one.checkVisibility() || one.disabled || one.closest('[inert]') || one.matches('.skip')) return []
      const label = one.matches('input[type=radio], input[type=checkbox]') ? one.closest('label') : null
      const { width, height } = (label ?? one).getBoundingClientRect()
      const [low, high] = [Math.min(width, height), Math.max(width, height)]
      if (one.closest('.whole [role=gridcell]') ? low >= 22 : low >= 24 && high >= 43.5) return []
      if (one.matches('a') && getComputedStyle(one).display === 'inline' && isInSentence(one)) return []
      return [`too small to press (${Math.round(width)} by ${Math.round(height)}): ${named(one)}`]
    })
    return once(found)
  }

  const isInSentence = (link) => (link.parentElement.innerText ?? '').trim().length > (link.innerText ?? '').trim().length + 3

  // ── colour ─────────────────────────────────────────────────────────────────────────────────────────────────────────
  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })
  const mixed = new Map()

  /** Red, green, blue and how opaque, of any colour that a style may name. */
  function parts(colour) {
    if (!mixed.has(colour)) {
      brush.clearRect(0, 0, 1, 1)
      brush.fillStyle = colour
      brush.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data
      mixed.set(colour, [r, g, b, a / 255])
    }
    return mixed.get(colour)
  }

  const over = ([r, g, b, a], under) => [r, g, b].map((one, place) => one * a + under[place] * (1 - a))
  const linear = (one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4)
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  function contrast(one, other) {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }

  /** What the page itself may look like under a letter: plain paper, lit from above, and either with the darkest grain. */
  function papers() {
    const style = getComputedStyle(document.body)
    const plain = parts(style.backgroundColor).slice(0, 3)
    if (style.backgroundImage === 'none') return [plain]
    const lit = (style.backgroundImage.match(/(rgba?|color|oklch)\([^()]*\)/g) ?? []).map((one) => over(parts(one), plain))
    return [plain, ...lit].flatMap((one) => [one, over([115, 97, 64, 0.075], one)])
  }

  /** The grounds on which something may stand. */
  function grounds(one) {
    const layers = []
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up)
      const ground = parts(style.backgroundColor)
      if (ground[3]) layers.push(ground)
      if (ground[3] === 1 || up.matches('dialog')) break
    }
    const isOpaque = layers.at(-1)?.[3] === 1
    const below = isOpaque ? [layers.pop().slice(0, 3)] : papers()
    return below.map((ground) => layers.reduceRight((under, layer) => over(layer, under), ground))
  }

  function faint() {
    const told = new Set()
    const isFirst = firsts()
    const texts = document.createTreeWalker(within() === document ? document.body : dialog(), NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const one = text.parentElement
      if (!/[\p{L}\p{N}]/u.test(text.data) || !seen(one) || !isFirst(one)) continue
      if (one.closest('[disabled], :disabled, .unseen, .skip, option, script, style, [data-stage]')) continue
      const style = getComputedStyle(one)
      const size = parseFloat(style.fontSize)
      const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
      let opacity = 1
      for (let up = one; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity)
      const [r, g, b, a] = parts(style.color)
      const least = Math.min(...grounds(one).map((ground) => contrast(over([r, g, b, a * opacity], ground), ground)))
      if (least < needed) told.add(`faint (${least.toFixed(2)} of ${needed}): ${named(one)}`)
    }
    return once([...told])
  }

  // ── focus ──────────────────────────────────────────────────────────────────────────────────────────────────────────
  const REACHED = `${PRESSED}, [tabindex="0"]`

  /** Whatever Tab reaches shows that it has been reached. Needs a key to have been pressed last. */
  function unlit() {
    const was = document.activeElement
    was?.blur()
    const isFirst = firsts()
    const drawn = (one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
      return `${outlineStyle === 'none' ? '' : outlineWidth} ${boxShadow}`
    }
    const missing = [...within().querySelectorAll(REACHED)].flatMap((one) => {
      if (!one.checkVisibility() || one.disabled || one.tabIndex < 0 || !isFirst(one)) return []
      const shown = one.matches('.unseen, label > input') ? (one.closest('label') ?? one) : one
      const before = drawn(shown) + drawn(one)
      one.focus({ preventScroll: true })
      if (document.activeElement !== one) return []
      const isLit = drawn(shown) + drawn(one) !== before
      one.blur()
      return isLit ? [] : [`no sign of the focus: ${named(one)}`]
    })
    was?.focus?.({ preventScroll: true })
    return once(missing)
  }

  return { found, wide, small, faint, unlit }
})()
