import type { KeyboardEvent } from 'react'

const FIELDS = 'input:not([type="hidden"]):not(:disabled):not([readonly]), textarea:not(:disabled), [role="combobox"]:not(:disabled)'
/** Enter ends the typing of a date or a choice, and no more. */
const CHOSEN = '.ant-picker, .ant-select, [type="checkbox"], [type="radio"]'

/**
 * Enter in a form never saves what is half filled in. It ends a date or a choice; in a long form it goes on to the next field and saves from
 * the last one; in a short one it saves, or goes to what is still to be filled in, and in a panel it does so
 * from a choice in sight too. With Ctrl or ⌘ it saves from anywhere.
 */
export function pressInForm(event: KeyboardEvent<HTMLElement>, length: 'short' | 'long' | 'panel', save: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const field = event.target
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    save()
  } else if (field instanceof HTMLInputElement && !['submit', 'button', 'file'].includes(field.type)) {
    const dealtWith = event.defaultPrevented
    event.preventDefault()
    if (dealtWith || (field.closest(CHOSEN) && !(length === 'panel' && field.type === 'radio'))) return
    const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FIELDS)].filter((one) => one.checkVisibility?.() ?? true)
    const next = length === 'long' ? fields[fields.indexOf(field) + 1] : fields.find((one) => one !== field && isLacking(one))
    if (next) next.focus()
    else save()
  }
}

const isLacking = (field: HTMLElement) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.getAttribute('aria-required') === 'true' &&
  field.value.trim() === '' &&
  !field.closest('.ant-select')
