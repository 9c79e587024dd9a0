// Names as people read them.

/** An identifier with spaces: winner_pays is "winner pays". What has capitals or spaces was written for people already. */
export const spaced = (name: string) => (/[A-Z ]/.test(name) ? name : name.replace(/[-_]/g, ' '))
