import { examCalls, type ExamQuestion } from '@chauffeur/contract/qualification/exam'
import { EXAM_LIMITS as LIMITS, optionLetter, questionKind, questionKindText } from '@chauffeur/contract/qualification/exam-model'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, CountField, FieldRow, LongTextField, RadioField, RowsField, SwitchField, TextField } from '#kit/fields/fields.ts'
import { joined, t } from '#platform/text/text.ts'
import { judgeWords } from './exam.view.ts'

interface Option {
  text: string
  right: boolean
}
type Values = Pick<ExamQuestion, 'kind' | 'text' | 'score' | 'explanation' | 'position'> & { choices?: Option[]; judged?: number }
const TWO: Option[] = [
  { text: '', right: true },
  { text: '', right: false },
]

interface Props {
  open: boolean
  row: ExamQuestion | null
  /** Of a new one. */
  examGroupId?: string
  onClose: () => void
}

/** A question with its options, of which those that are right are marked. */
export default function QuestionForm({ open, row: shown, examGroupId, onClose }: Props) {
  return (
    <CallForm
      call={examCalls.saveQuestion}
      refreshes={[examCalls.questions, examCalls.group]}
      open={open}
      as="drawer"
      width={640}
      title={(row) => (row ? t('修改题目') : t('添加题目'))}
      row={shown}
      valuesOf={(row) =>
        ({
          ...row,
          choices: row.kind === 'JUDGE' ? TWO : row.options.map((text, index) => ({ text, right: row.answer.includes(index) })),
          judged: row.kind === 'JUDGE' ? row.answer[0] : 0,
        }) as never
      }
      initial={{ kind: 'SINGLE', score: 5, choices: TWO, judged: 0 } as never}
      present={examCalls.question}
      of="examQuestionId"
      beside={(row) => ({ examGroupId: row?.examGroupId ?? examGroupId ?? '' })}
      input={(values) => {
        const { choices = [], judged = 0, ...question } = values as unknown as Values
        if (question.kind === 'JUDGE') return { ...question, options: [], answer: [judged] }
        return {
          ...question,
          options: choices.map(({ text }) => text),
          answer: choices.flatMap(({ right }, index) => (right ? [index] : [])),
        }
      }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <RadioField name="kind" label={t('题型')} required choices={choicesOf(questionKind.options, questionKindText)} buttons />
          <FieldRow>
            <CountField name="score" label={t('分值')} required min={1} max={LIMITS.score} />
            {row ? <CountField name="position" label={t('序号')} required min={1} max={100_000} /> : null}
          </FieldRow>
          <LongTextField name="text" label={t('题干')} required maxLength={LIMITS.questionText} />
          <Choices />
          <LongTextField name="explanation" label={t('解析')} maxLength={LIMITS.explanation} hint={t('交卷后司机可以看到')} />
        </>
      )}
    </CallForm>
  )
}

function Choices() {
  const form = Form.useFormInstance()
  const kind = Form.useWatch<ExamQuestion['kind'] | undefined>('kind', form)
  if (kind === 'JUDGE')
    return <RadioField name="judged" label={t('答案')} required choices={judgeWords().map((label, value) => ({ value, label }))} />
  return (
    <RowsField<Option>
      name="choices"
      label={t('选项')}
      words={(options) => joined(options.map(({ text, right }, index) => `${optionLetter(index)}${right ? '✓' : ''} ${text}`))}
      addText={t('增加选项')}
      added={{ text: '', right: false }}
      most={LIMITS.options}
      removeText={(n) => t('删除选项 {letter}', { letter: optionLetter(n - 1) })}
    >
      {(at) => (
        <>
          <TextField name={[at, 'text']} label={t('选项 {letter}', { letter: optionLetter(at) })} required maxLength={LIMITS.optionText} />
          <SwitchField name={[at, 'right']} label={t('正确答案')} />
        </>
      )}
    </RowsField>
  )
}
