/**
 * Whether the dialog of the ended session is open. It has the word then: calls that are answered 401 behind it must not sweep it
 * away before the operator has read it.
 */
let shown = false

export const expiryShown = (): boolean => shown
export const setExpiryShown = (next: boolean): void => {
  shown = next
}
