import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { sendCall, useSend } from '#platform/http/call.ts'
import { EditForm, type EditFormProps } from './edit.form.tsx'

type Form<Add extends Call, Change extends Call, Row> = EditFormProps<InputOf<Add>, Row, AnswerOf<Add> | AnswerOf<Change>>

export interface CallFormProps<Add extends Call, Change extends Call, Row>
  extends Omit<Form<Add, Change, Row>, 'save' | 'takes' | 'present'> {
  /** What adds a new one, and changes one where no other call does. */
  call: Add
  /** What changes one: of the fields it is sent those that differ. */
  change?: Change
  /** The name of the id of what is changed: it is sent with the version that was seen, and names what is kept of a draft. */
  of?: keyof Row & keyof InputOf<Change> & string
  /** Asks for the row anew: a call that takes its id and answers it, alone or among `rows`; or what does so. */
  present?: Call | Form<Add, Change, Row>['present']
  /** What else is sent beside the fields. */
  beside?: (row: Row | null) => Partial<InputOf<Add>>
  /** Where what is sent is not just the fields. */
  input?: (values: InputOf<Add>, row: Row | null, changed: Partial<InputOf<Add>>) => object
  onAdded?: (answer: AnswerOf<Add>) => void
}

/** A form that makes one call, or one to add and another to change. Its fields are named as the call's own, and a field that the call does not take is refused. */
export function CallForm<Add extends Call, Row = never, Change extends Call = Add>(props: CallFormProps<Add, Change, Row>) {
  const { call, change, of, present, beside, input, onAdded, onSaved, ...form } = props
  const add = useSend(call, { refreshes: form.refreshes })
  const update = useSend<Call>(change ?? call, { refreshes: form.refreshes })
  const seen = (row: Row) => (of ? { [of]: row[of], version: (row as { version?: number }).version } : undefined)
  const rowNow = async (now: Call, row: Row) => {
    const answer = (await sendCall(now, { ...(of && { [of]: row[of] }), pageSize: 200 })) as Row | { rows: Row[] }
    return typeof answer === 'object' && answer && 'rows' in answer ? answer.rows.find((one) => of && one[of] === row[of]) : answer
  }
  return (
    <EditForm<InputOf<Add> & object, Row, AnswerOf<Add> | AnswerOf<Change>>
      draft={of && `${call.path}:${String(form.row?.[of] ?? 'new')}`}
      {...(form as unknown as EditFormProps<InputOf<Add> & object, Row, AnswerOf<Add> | AnswerOf<Change>>)}
      takes={input ? undefined : namesOf(call)}
      present={typeof present === 'object' ? (row) => rowNow(present, row) : present}
      save={async (values, row, changed) => {
        const sent = input ? input(values, row, changed) : row && change ? changed : (values as object)
        const whole = { ...sent, ...(row && seen(row)), ...beside?.(row) }
        return row ? ((await update.send(whole)) as AnswerOf<Change>) : add.send(whole as InputOf<Add>)
      }}
      onSaved={(answer) => {
        onSaved?.(answer)
        if (!form.row) onAdded?.(answer as AnswerOf<Add>)
      }}
    />
  )
}

const namesOf = ({ input }: Call): ReadonlySet<string> | undefined =>
  'shape' in input ? new Set(Object.keys(input.shape as object)) : undefined
