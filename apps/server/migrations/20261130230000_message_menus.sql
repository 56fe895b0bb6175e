-- App messages stand beside text messages under these entries. What a business called otherwise keeps its name.
update menus set name = '消息模板' where url = '/yunYing/messageTexts' and name = '短信模板';
update menus set name = '消息发送记录' where url = '/yunYing/messageLog' and name = '短信发送记录';
