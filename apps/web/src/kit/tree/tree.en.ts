export default {
  在树中查找: 'Find in the tree',
  按名称查找: 'Find by name',
  '拖动，或选中后按 Alt+↑/↓ 排序，Alt+→/← 改变层级': 'Drag, or select and press Alt+↑/↓ to reorder, Alt+→/← to change the level',
  已移动: 'Moved',
} satisfies Record<string, string>
