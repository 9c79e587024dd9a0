// What options cost and bring, in words: each price with its sign, and whose it is where that is somebody else.
import type { Choice, Price } from '../protocol'
import { table as words } from '../words'

type IsMine = (name: string) => boolean

/** A price as a token shows it. */
export function tokenOf(price: Price, isMine: IsMine): string {
  const said = `${price.amount < 0 ? '−' : '+'}${price.label}`
  return isMine(price.path[1]!) ? said : words.priceOf(price.path[1]!, said)
}

/** A price as it is read out: a sign alone is easily missed. */
export function aloudOf(price: Price, isMine: IsMine): string {
  const said = (price.amount < 0 ? words.costs : words.brings)(price.label)
  return isMine(price.path[1]!) ? said : words.priceOf(price.path[1]!, said)
}

/** All that there is to say of an option behind its label, where only words have room; empty if there is nothing. */
export function termsOf(option: Choice, isMine: IsMine): string {
  const prices = (option.price ?? []).map((price) => tokenOf(price, isMine))
  return [...prices, option.depends, option.blocked || option.caution].filter(Boolean).join(', ')
}
