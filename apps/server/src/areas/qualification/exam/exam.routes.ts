import { examCalls } from '@chauffeur/contract/qualification/exam'
import { keepsCities } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { examList, questionList, questionView } from './exam.list.ts'
import { deleteQuestion, publishExam, saveExam, saveQuestion, type ShutBy } from './exam.service.ts'
import { exams, examView, findExam } from './exam.setting.ts'
import { listedQuestion } from './question.queries.ts'

/** `shutBy` tells the cities that an exam leaves without a driver: what is asked before duty is not the exam's to know. */
export const examRoutesWith = (shutBy: ShutBy) =>
  implement(
    'driver-exam',
    examCalls,
  )({
    groups: examList.page,
    group: async ({ input, db, fail, ...asked }) => examView((await findExam(db, input.examGroupId)) ?? fail('exam.groupNotFound'), asked),
    history: async ({ input, db, fail }) => {
      const found = await exams.history(db, input.examGroupId)
      return found.rows.length > 0 ? found : fail('exam.groupNotFound')
    },
    saveGroup: ({ input, db, ...by }) => saveExam(db, input, { ...by, shutBy }),
    publish: ({ input, db, ...by }) => publishExam(db, input, { ...by, shutBy }),
    questions: questionList.page,
    question: async ({ input, db, operator, scope, fail }) => {
      const row = (await listedQuestion(db, input.examQuestionId)) ?? fail('exam.questionNotFound')
      const exam = (await findExam(db, row.exam_group_id)) ?? fail('exam.questionNotFound')
      return questionView(row, operator.authorities.has('exam.edit') && keepsCities(exam.cityIds, scope))
    },
    saveQuestion: ({ input, db, request, ...by }) => saveQuestion(db, input, { ...by, english: request.english }),
    deleteQuestion: ({ input, db, ...by }) => deleteQuestion(db, input, by),
  })
