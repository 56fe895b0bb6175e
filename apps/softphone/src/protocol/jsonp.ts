/** Names jQuery and its like make. Anything else would be a script of the caller's choosing under our address. */
const callbackName = /^[A-Za-z0-9_.$]{1,200}$/

export function isCallbackName(name: string): boolean {
  return callbackName.test(name)
}

/** JSON that is safe inside a script: line separators end a statement in old engines, `<` could end an inline element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The body of an answer: a call of the callback, or plain JSON where the caller named none. */
export function answerBody(callback: string | undefined, value: unknown): { type: string; body: string } {
  if (callback === undefined) return { type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
  return { type: 'application/javascript; charset=utf-8', body: `${callback}(${scriptJson(value)})` }
}
