// What a person reads of the line to the table: whether it holds, what is not yet saved, and what to do where it cannot be mended.
const taps = (count: number) => (count === 1 ? 'One tap' : `${count} taps`)

export const words = {
  lost: 'The table is out of reach.',
  away: (count: number) =>
    count ? `${taps(count)} not yet saved: kept here, and sent as soon as it is back.` : 'Nothing you do is lost.',
  sending: (count: number) => `${taps(count)} not yet saved. Sending again …`,
  back: 'The table is back. Everything is saved.',
  nextTry: (seconds: number) => (seconds > 0 ? `Next try in ${seconds} s` : 'Trying …'),
  retry: 'Retry now',
  missed: (why: string) => `Something you did before this page was loaded again could not be done any more: ${why}`,
  seen: 'All right',

  noTable: 'There is no such table.',
  noTableHint: 'Look at the address once more, or go to your tables.',
  noGame: 'The game of this table is missing.',
  noGameHint:
    'Nothing is lost: the table is stored. Whoever runs the server puts the folder of the game back and starts it again; then load this page again.',
  unread: (wrong: string) => `This page does not understand what the table says (${wrong}).`,
  unreadHint: 'Probably the server is newer than this page. Load it again: the table is stored as it was.',
}
