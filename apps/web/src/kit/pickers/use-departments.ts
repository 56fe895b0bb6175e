import { departmentCalls } from '@chauffeur/contract/access/department'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { pathNames } from '../tree/tree-move.view.ts'

export interface Department {
  id: string
  parentId: string | null
  name: string
  /** 1 headquarters, 2 organisation, 3 partner. */
  deptType: number
  cityIds: readonly string[]
}
export interface Departments {
  list: readonly Department[]
  /** The names from the top down, `总部 / 杭州`; the id itself for one that is not in sight. */
  path: (id: string) => string
  byId: ReadonlyMap<string, Department>
  pending: boolean
}

const none: readonly Department[] = []

/** The departments the operator sees, for choosing one and for telling where one stands. */
export function useDepartments(enabled = true): Departments {
  const query = useCall(departmentCalls.deptSelectList, {}, { enabled })
  const options = query.data?.options
  return useMemo(() => {
    const list = options?.map(({ key, value, parentKey, deptType, cityIds }) => ({
      id: key,
      parentId: parentKey,
      name: value,
      deptType,
      cityIds,
    }))
    const paths = pathNames(list ?? none)
    return {
      list: list ?? none,
      path: (id) => paths.get(id)?.join(' / ') ?? id,
      byId: new Map((list ?? none).map((one) => [one.id, one])),
      pending: options === undefined,
    }
  }, [options])
}

/** The departments as choices of a filter, by their whole path. */
export function useDepartmentChoices(): readonly { key: string; value: string }[] {
  const departments = useDepartments()
  return useMemo(() => departments.list.map(({ id }) => ({ key: id, value: departments.path(id) })), [departments])
}
