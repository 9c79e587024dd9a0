// What a screen reader says of live regions, kept in the order in which it is said: window.heard. A region speaks of what is added to
// it or changes in it; role=status speaks as a whole, and an alert speaks when it comes. What is hidden from readers says nothing.
window.heard = []
{
  const LIVE = '[aria-live]:not([aria-live=off]), [role=status]:not([aria-live=off]), [role=alert], [role=log], output'
  const waiting = new Map() // regions that have something to say, and the parts that are new

  const isHidden = (one) => !!one.closest('[aria-hidden=true], [hidden], [inert]') || !one.checkVisibility()
  const isWhole = (one) => one.matches('[role=status], [role=alert], output, [aria-atomic=true]')

  /** The text of a node as it is read. */
  function textOf(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('[aria-hidden=true], [hidden]')) return ''
    return ` ${[...node.childNodes].map(textOf).join('')} `
  }

  function noted(node) {
    const one = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement
    const region = one?.closest(LIVE)
    if (!region || isHidden(one)) return
    if (!waiting.has(region)) waiting.set(region, new Set())
    waiting.get(region).add(node)
  }

  function alerts(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return
    for (const one of [node, ...node.querySelectorAll('[role=alert]')]) if (one.matches('[role=alert]')) noted(one)
  }

  function spoken() {
    for (const [region, parts] of waiting) {
      const all = isWhole(region) ? [region] : [...parts].filter((part) => part.isConnected)
      for (const text of all.map((part) => textOf(part).replace(/\s+/g, ' ').trim()).filter(Boolean))
        window.heard.push(region.matches('[role=alert]') ? `! ${text}` : text)
    }
    waiting.clear()
  }

  const isOld = new WeakSet() // a region that has just come with something in it is silent, but an alert
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') noted(target)
      for (const node of addedNodes) {
        const region = node.nodeType === Node.ELEMENT_NODE && node.matches(LIVE) ? node : null
        if (!region && isOld.has((target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(LIVE)))
          noted(node)
        alerts(node)
      }
    }
    spoken()
    for (const region of document.querySelectorAll(LIVE)) isOld.add(region)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
