const OVER = 'dialog[open], .popup, [role="dialog"], [role="alertdialog"]'

/** Whether a dialog or a pop-up lies over the page: keys that act on the page itself are not for it then. */
export const isCovered = (): boolean =>
  [...document.querySelectorAll<HTMLElement>(OVER)].some((one) => one.checkVisibility?.({ visibilityProperty: true }) ?? true)
