/** Only this grade of qualification takes orders. */
export const QUALIFIED = 50
