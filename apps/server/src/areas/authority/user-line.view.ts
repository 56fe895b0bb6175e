import type { UserLineDb } from './user-line.queries.ts'

export const userLineView = (row: UserLineDb) => ({
  userId: row.user_id,
  username: row.username,
  realName: row.real_name,
  deptId: row.dept_id,
  deptName: row.dept_name,
  status: row.status as 'ENABLED' | 'DISABLED',
})
