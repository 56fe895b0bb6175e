export default {
  '他人保存的内容与您填写的一致。': 'What somebody else saved is what you typed.',
  我填写的: 'Typed here',
  最新内容: 'Saved meanwhile',
  已恢复上次没有保存的内容: 'What you typed and did not save is back',
  从头填写: 'Start over',
  '还有 {n} 处需要修改': '{n} fields need attention',
  '他人也修改了同一处，请先选择保留哪一个': 'Somebody else changed the same field: choose first which one stays',
  已撤销: 'Undone',
  '没有撤销：{why}': 'Not undone: {why}',
  '撤销（Alt+Z）': 'Undo (Alt+Z)',
} satisfies Record<string, string>
