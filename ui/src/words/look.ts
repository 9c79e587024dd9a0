// What a person reads of how things look: settings, paper, cards that are turned over, and a screen that broke.
export const words = {
  settings: 'Settings',
  scheme: 'Light',
  schemes: { device: 'as the device', light: 'light', dark: 'dark' } as const,
  motion: 'Dice fall, cards turn over, counters move',
  motionHint: 'Without it, everything is simply there. Devices that ask for less motion get none.',
  quiet: 'Quiet: nothing comes to the front by itself',
  quietHint: 'For when the table talks. Questions wait behind a small number, dice go straight to the log.',
  isQuiet: 'quiet',
  here: 'These hold on this device.',

  print: 'Print',
  printOf: (name: string) => `Print ${name}’s sheet`,
  printAll: 'Print all sheets',
  allSheets: 'All sheets',
  paper: (name: string) => `${name}, on paper`,
  printNow: 'Print it',
  saveFile: 'Save as a file',
  close: 'Close',
  layingOut: 'Laying it out …',

  saveCharacter: 'Save as a file',
  openCharacter: 'Open a file',
  noCharacter: 'This file is not a character.',
  otherGame: (title: string) => `This character is of another game, not of ${title}.`,
  opened: (name: string) => `${name} is in the builder.`,

  owes: (seat: string) => `${seat}: not yet`,
  laid: (seat: string) => `${seat}: face down`,
  cards: 'Face down on the table',

  broken: 'This screen broke.',
  brokenHint:
    'Nothing at the table is lost: it is stored on the server. Load the page again; if that does not help, tell whoever runs the server what is written here.',
  reload: 'Load again',
  toLobby: 'To your tables',
  opening: 'One moment …',
  notLoaded: 'A part of the page could not be fetched. Perhaps the server was restarted with a newer one.',

  away: (count: number) =>
    count
      ? `${count === 1 ? 'One thing you did is' : `${count} things you did are`} kept and will be sent.`
      : 'Nothing you do is lost.',
  back: 'The table is back. Everything is saved.',

  distance: (name: string, squares: number) => `${name}: ${squares}`,
  distances: (from: string) => `Squares from ${from}`,
  range: (name: string, squares: number) => `${name} ${squares}`,
}
