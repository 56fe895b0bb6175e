/** Where an event may happen, where it leads, and who may send it. What is not here is refused. */
export interface Transition<State, ActorType> {
  from: readonly State[]
  to: State
  by: readonly ActorType[]
}

export interface MachineTable<State, Event extends string, ActorType> {
  states: readonly State[]
  /** Where one begins its life. */
  begins: readonly State[]
  /** Where one may stay for good: from every other state the desk or the clock alone can bring it to one of these. */
  rests: readonly State[]
  events: { readonly [E in Event]: Transition<State, ActorType> }
}

export interface Machine<State = string | number, Event extends string = string, ActorType = string>
  extends MachineTable<State, Event, ActorType> {
  /** The state after `event` by such an actor, or null where that is not allowed in `state`. */
  next: (state: State, event: Event, by: ActorType) => State | null
  /** Whether anybody may send `event` in this state. */
  fits: (event: Event, state: State) => boolean
}

/** A state machine as a table: pure, so that rules and screens ask it too. What applies it is `movesOf`. */
export function defineMachine<State extends string | number, Event extends string, ActorType extends string>(
  declared: MachineTable<State, Event, ActorType>,
): Machine<State, Event, ActorType> {
  const fits = (event: Event, state: State) => declared.events[event].from.includes(state)
  return {
    ...declared,
    fits,
    next: (state, event, by) => {
      const { to, by: senders } = declared.events[event]
      return fits(event, state) && senders.includes(by) ? to : null
    },
  }
}
