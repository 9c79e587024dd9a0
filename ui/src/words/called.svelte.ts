// What the games on the screen call things whose names are not words: "tn" is the target number.
type Calls = { called: { [name: string]: string } }

class Called {
  names = $state.raw<{ [name: string]: string }>({})
}

const known = new Called()

/** From now on names are said as these games call them; where two call one thing differently, as the last. */
export function speakOf<T extends Calls>(...games: T[]): void {
  known.names = Object.assign({}, ...games.map((game) => game.called)) as typeof known.names
}

/** What a name is called; nothing if no game says. */
export const calledBy = (name: string): string | undefined =>
  Object.hasOwn(known.names, name) ? known.names[name] : undefined
