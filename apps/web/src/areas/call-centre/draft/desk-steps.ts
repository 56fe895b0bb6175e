import { actionLetters, type DeskAction, deskActions } from '#shared/order-actions/actions.view.ts'

/** The steps of the desk, in the order Enter walks them; options are passed by and reached with their key or Tab. */
export const steps = [
  'phone',
  'city',
  'pickup',
  'dropoff',
  'driverCount',
  'bookTime',
  'pickupNote',
  'contactPhone',
  'customerName',
  'carPlate',
  'remark',
  'channel',
  'payer',
  'place',
] as const
export type Step = (typeof steps)[number]

const straight: Partial<Record<Step, Step>> = { phone: 'pickup', dropoff: 'place' }
const back: Partial<Record<Step, Step>> = { place: 'dropoff', pickup: 'phone' }

/** Where Enter goes from a step. */
export function stepAfter(step: Step): Step {
  return straight[step] ?? steps[Math.min(steps.indexOf(step) + 1, steps.length - 1)] ?? 'place'
}

/** Where Esc goes from a step. */
export function stepBefore(step: Step): Step {
  return back[step] ?? steps[Math.max(steps.indexOf(step) - 1, 0)] ?? 'phone'
}

export type DeskCommand =
  | { do: 'go'; step: Step }
  | { do: 'place' }
  | { do: 'reuse'; index: number }
  | { do: 'repeat'; index: number }
  | { do: 'drivers' }
  | { do: 'map' }
  | { do: 'keepPlace' }
  | { do: 'new' }
  | { do: 'act'; action: DeskAction }
  | { do: 'discount' }
  | { do: 'customer' }
  | { do: 'back' }
  | { do: 'keys' }

/** The digits that, with Alt, fill in one of the last trips; those before them fill in one address. */
export const repeatDigits = ['6', '7', '8', '9', '0']

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

const functionKeys: Record<string, DeskCommand> = {
  F1: { do: 'keys' },
  F2: { do: 'go', step: 'phone' },
  F4: { do: 'go', step: 'pickup' },
  F8: { do: 'go', step: 'dropoff' },
  F9: { do: 'place' },
}
// NOTE: by the key's place, not its letter: with Alt held a Mac types another letter.
const altKeys: Record<string, DeskCommand> = {
  KeyO: { do: 'go', step: 'driverCount' },
  KeyJ: { do: 'drivers' },
  KeyM: { do: 'map' },
  KeyS: { do: 'keepPlace' },
  KeyN: { do: 'new' },
  KeyY: { do: 'discount' },
  KeyU: { do: 'customer' },
  ...Object.fromEntries(deskActions.map((action) => [`Key${actionLetters[action]}`, { do: 'act', action }])),
}

/** What a key means anywhere on the desk. */
export function commandOf(pressed: KeyPress): DeskCommand | null {
  const { altKey, ctrlKey, metaKey, shiftKey, key, code } = pressed
  if (key === 'Enter' && (ctrlKey || metaKey) && !altKey) return { do: 'place' }
  if (key === '?' && !ctrlKey && !metaKey && !altKey) return { do: 'keys' }
  if (ctrlKey || metaKey || shiftKey) return null
  if (altKey) {
    const digit = /^(?:Digit|Numpad)([1-5])$/.exec(code)
    if (digit) return { do: 'reuse', index: Number(digit[1]) - 1 }
    const order = /^(?:Digit|Numpad)([06-9])$/.exec(code)
    if (order) return { do: 'repeat', index: repeatDigits.indexOf(order[1]!) }
    return altKeys[code] ?? null
  }
  if (key === 'Escape') return { do: 'back' }
  return functionKeys[key] ?? null
}
