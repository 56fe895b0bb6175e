/**
 * A read's data as JSON text, made as the call's output schema would shape it, and sent as it is: for lists asked for so often that taking
 * rows apart and putting them together again is most of their cost. A test compares each with what the schema makes of the same rows.
 */
export class ShapedJson<T> {
  /** What the text says. */
  declare readonly of: T
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
