//! The mails in the member's language.

use willow_protocol::Name;

use crate::domain::MailLanguage;

/// Returns subject and body of the mail that confirms an address.
pub(super) fn confirmation(language: MailLanguage, name: &Name, link: &str) -> (String, String) {
    let (subject, body) = match language {
        MailLanguage::En => (
            "Confirm your e-mail address",
            "Hello NAME,\n\nthis link confirms your e-mail address. It works for a day:\n\n\
             LINK\n\nIf you do not know what this is about, ignore this mail.\n",
        ),
        MailLanguage::Ja => (
            "メールアドレスの確認",
            "NAME さん\n\n次のリンクを開いて、メールアドレスを確認してください。リンクは1日間有効です。\n\n\
             LINK\n\nお心当たりのない場合は、このメールを無視してください。\n",
        ),
        MailLanguage::Fr => (
            "Confirmez votre adresse électronique",
            "Bonjour NAME,\n\nce lien confirme votre adresse électronique. Il est valable un jour\u{a0}:\n\n\
             LINK\n\nSi ce message ne vous dit rien, ignorez-le.\n",
        ),
        MailLanguage::Zh => (
            "确认您的电子邮箱",
            "NAME，您好：\n\n请打开以下链接确认您的电子邮箱。链接一天内有效。\n\n\
             LINK\n\n如果您不清楚此事，请忽略这封邮件。\n",
        ),
    };
    filled(subject, body, name, link)
}

/// Returns subject and body of the mail with a link for a new password.
pub(super) fn recovery(language: MailLanguage, name: &Name, link: &str) -> (String, String) {
    let (subject, body) = match language {
        MailLanguage::En => (
            "A new password for NAME",
            "Hello NAME,\n\nwith this link you set a new password. It works once, within a day:\n\n\
             LINK\n\nIf you did not ask for it, ignore this mail: your password stays.\n",
        ),
        MailLanguage::Ja => (
            "NAME さんの新しいパスワード",
            "NAME さん\n\n次のリンクで新しいパスワードを設定できます。リンクは1日以内に1回だけ使えます。\n\n\
             LINK\n\nお心当たりのない場合は、このメールを無視してください。今のパスワードはそのままです。\n",
        ),
        MailLanguage::Fr => (
            "Un nouveau mot de passe pour NAME",
            "Bonjour NAME,\n\nce lien vous permet de choisir un nouveau mot de passe. Il sert une seule fois, \
             pendant un jour\u{a0}:\n\nLINK\n\nSi vous n’avez rien demandé, ignorez ce message\u{a0}: votre mot de \
             passe ne change pas.\n",
        ),
        MailLanguage::Zh => (
            "NAME 的新密码",
            "NAME，您好：\n\n您可以通过以下链接设置新密码。链接一天内有效，只能使用一次。\n\n\
             LINK\n\n如果这不是您的请求，请忽略这封邮件，您的密码不会改变。\n",
        ),
    };
    filled(subject, body, name, link)
}

fn filled(subject: &str, body: &str, name: &Name, link: &str) -> (String, String) {
    let with_name = |text: &str| text.replace("NAME", name.as_str());
    // Split first: the name may have these letters, too.
    (with_name(subject), body.split("LINK").map(with_name).collect::<Vec<_>>().join(link))
}
