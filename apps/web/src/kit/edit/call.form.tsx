import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { useSend } from '#platform/http/call.ts'
import { EditForm, type EditFormProps } from './edit.form.tsx'

export interface CallFormProps<C extends Call, Row> extends Omit<EditFormProps<InputOf<C>, Row, AnswerOf<C>>, 'save' | 'takes'> {
  call: C
  /** The name of the id of what is changed: it is sent with the version that was seen, and names what is kept of a draft. */
  of?: keyof Row & keyof InputOf<C> & string
  /** What else is sent beside the fields. */
  beside?: (row: Row | null) => Partial<InputOf<C>>
  /** Where what is sent is not just the fields. */
  input?: (values: InputOf<C>, row: Row | null) => Partial<InputOf<C>>
}

/** A form that makes one call. Its fields are named as the call's own, and a field that the call does not take is refused. */
export function CallForm<C extends Call, Row = never>({ call, of, beside, input, ...form }: CallFormProps<C, Row>) {
  const { send } = useSend(call, { refreshes: form.refreshes })
  const seen = (row: Row | null) => (of && row ? { [of]: row[of], version: (row as { version?: number }).version } : undefined)
  return (
    <EditForm<InputOf<C> & object, Row, AnswerOf<C>>
      draft={of && `${call.path}:${String(form.row?.[of] ?? 'new')}`}
      {...(form as unknown as EditFormProps<InputOf<C> & object, Row, AnswerOf<C>>)}
      takes={input ? undefined : namesOf(call)}
      save={(values, row) => send({ ...(input ? input(values, row) : (values as object)), ...seen(row), ...beside?.(row) } as InputOf<C>)}
    />
  )
}

const namesOf = ({ input }: Call): ReadonlySet<string> | undefined =>
  'shape' in input ? new Set(Object.keys(input.shape as object)) : undefined
