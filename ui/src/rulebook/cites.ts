// Rules that a text cites: the ids of paragraphs in front of what it says.
const IN_FRONT = /^[A-Z]{3}-[A-Z0-9.]+(,? (and )?([A-Z]{3}-)?[A-Z0-9]+(\.[A-Z0-9]+)*)*: */
const ID = /\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)+\b/g

/** What a text says, without the ids in front. */
export const uncited = (text: string) => text.replace(IN_FRONT, '')

/** The ids in front of a text. */
export const citedBy = (text: string) => [...new Set(IN_FRONT.exec(text)?.[0].match(ID) ?? [])]
