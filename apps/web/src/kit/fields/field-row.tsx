import type { ReactNode } from 'react'

/** Fields that belong beside each other, as many as there is room for. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className="edit-row">{children}</div>

/** Fields under a heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="edit-group">
    <legend>{title}</legend>
    {children}
  </fieldset>
)
