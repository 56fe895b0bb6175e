export const examTables = {
  examGroupId: ['exam_groups', 'exam_group_id'],
  examQuestionId: ['exam_questions', 'exam_question_id'],
  examAttemptId: ['exam_attempts', 'exam_attempt_id'],
} as const
type Insert = (kind: keyof typeof examTables, values: Record<string, unknown>) => Promise<string>

/** An exam of a city, which has a question that nobody draws and one driver’s attempt under way. */
export async function examRows(
  insert: Insert,
  { tenant_id, city_id }: { tenant_id: string; city_id: string },
  driver_id: string,
  ofCity: (what: string) => string,
) {
  const examGroupId = await insert('examGroupId', {
    ...{ tenant_id, name: ofCity('考试'), city_ids: [city_id], published: true, sections: '[]' },
    ...{ pass_percent: 80, drawn: 1, minutes: 20, attempts_a_day: 3 },
  })
  const of = { tenant_id, exam_group_id: examGroupId }
  return {
    examGroupId,
    examQuestionId: await insert('examQuestionId', {
      ...{ ...of, position: 1, kind: 'JUDGE', text: ofCity('题目'), options: [], answer: [0], score: 5 },
    }),
    examAttemptId: await insert('examAttemptId', {
      ...{ ...of, group_version: 1, driver_id, city_id, pass_percent: 80, full_score: 5 },
      ends_at: new Date(Date.now() + 3_600_000),
    }),
  }
}
