export default {
  两个版本的差异: 'How the two versions differ',
  '他人保存的内容与您填写的一致。': 'What somebody else saved is what you typed.',
  是: 'yes',
  否: 'no',
  '、': ', ',
  字段: 'Field',
  我填写的: 'Typed here',
  最新内容: 'Saved meanwhile',
  '载入最新内容，保留我的修改': 'Load what was saved, keep my changes',
  全部采用最新内容: 'Take all that was saved',
} satisfies Record<string, string>
