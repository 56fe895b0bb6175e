import { employeeImport } from '#areas/customer/enterprise'
import type { ImportKind } from '#platform/import/kind'
import { importsOf } from '#platform/import/imports'

/** Every sort of list that can be brought in. */
export const imports = importsOf([employeeImport as ImportKind])
