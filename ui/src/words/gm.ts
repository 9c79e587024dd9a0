// What the game master reads behind the screen: what was taken back, who is put on the table, who hears of secret rolls.
import { spaced as plain } from './names'

const MOST = 2 // headlines that fit into a notice

export const words = {
  takenBack: (what: string[]) => {
    const more = what.length - MOST
    return what.length
      ? `Taken back: ${what.slice(0, MOST).join('; ')}${more > 0 ? ` and ${more} more` : ''}`
      : 'Taken back.'
  },
  quietOn: 'Quiet: nothing comes to the front by itself. Key q ends it.',
  quietOff: 'No longer quiet.',

  place: 'Put somebody on the table',
  find: 'Find somebody',
  nobody: 'Nobody is called so.',
  howMany: 'How many',
  called: 'Called (or as they are)',
  foes: 'Ready-made',
  people: 'People to play',
  byNumber: (field: string) => `A foe by ${plain(field)} alone`,
  foe: 'Foe',
  put: (name: string, count: number) =>
    count > 1 ? `Put ${count} × ${name} on the table` : `Put ${name} on the table`,
  arrived: (names: string[]) => `On the table: ${names.join(', ')}`,

  secretly: {
    silent: 'Of secret rolls the others hear nothing.',
    announced: 'At secret rolls the others hear dice fall.',
  } as Record<string, string>,
}
