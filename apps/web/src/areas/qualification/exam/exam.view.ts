import type { ExamQuestion, ExamVersion } from '@chauffeur/contract/qualification/exam'
import { optionLetter, type QuestionKind } from '@chauffeur/contract/qualification/exam-model'
import type { Fact } from '#kit/config/config.view.ts'
import { joined, t } from '#platform/text/text.ts'

export const examPath = ({ examGroupId }: { examGroupId: string }) => `/YunYing/DriverAnswerGroup?examGroupId=${examGroupId}`
export const attemptsPath = ({ examGroupId }: { examGroupId: string }) => `/YunYing/DriverAnswerAttempts?examGroupId=${examGroupId}`

export const validWords = (days: number | null) => (days === null ? t('长期') : t('{n} 天', { n: days }))
/** What an attempt is. */
export const drawnWords = ({ drawn, minutes }: Pick<ExamVersion, 'drawn' | 'minutes'>) => t('抽 {n} 题，{m} 分钟', { n: drawn, m: minutes })

/** What a true-or-false question is answered with, in the order of the contract. */
export const judgeWords = (): readonly string[] => [t('正确〔判断〕'), t('错误〔判断〕')]
/** What may be chosen, as it is read. */
const optionsOf = ({ kind, options }: { kind: QuestionKind; options: readonly string[] }): readonly string[] =>
  kind === 'JUDGE' ? judgeWords() : options
export const optionWords = (question: { kind: QuestionKind; options: readonly string[] }, index: number) =>
  `${optionLetter(index)}. ${optionsOf(question)[index] ?? ''}`
export const answerWords = (answer: readonly number[] | null) =>
  answer === null || answer.length === 0 ? t('未作答') : answer.map(optionLetter).join('')

/** Which wrong option is chosen most; nothing where none was. */
export function mostWrong(question: Pick<ExamQuestion, 'kind' | 'options' | 'answer' | 'chosen'>): { index: number; times: number } | null {
  const wrong = question.chosen
    .map((times, index) => ({ index, times }))
    .filter(({ index, times }) => times > 0 && !question.answer.includes(index))
  return wrong.toSorted((a, b) => b.times - a.times)[0] ?? null
}

/** What a version says, field by field. */
export const factsOf = (exam: ExamVersion, cities: (ids: string[]) => string): Fact[] => [
  { label: t('考试名称'), words: exam.name },
  { label: t('考试城市'), words: cities(exam.cityIds) },
  { label: t('及格线'), words: `${exam.passPercent}%` },
  { label: t('抽题数'), words: String(exam.drawn) },
  { label: t('考试时长'), words: t('{n} 分钟', { n: exam.minutes }) },
  { label: t('每天次数'), words: String(exam.attemptsADay) },
  { label: t('合格有效期'), words: validWords(exam.validDays) },
  { label: t('学习资料'), words: joined(exam.sections.map(({ title }) => title)) },
  { label: t('资料内容'), words: exam.sections.map(({ text }) => text).join('\n') },
  { label: t('状态'), words: exam.published ? t('已发布') : t('未发布'), stays: true },
]
