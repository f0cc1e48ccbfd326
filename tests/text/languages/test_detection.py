"""The language of a text, by its frequent words and its script."""

from __future__ import annotations

import pytest

from pdfbot.text.languages.detection import detect_language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "We show that the method of the first section is better than what was known."),
        ("de", "Wir zeigen, dass die Methode des ersten Abschnitts nicht besser ist als die alte."),
        ("fr", "Nous montrons que la méthode de la première section est plus rapide dans les cas."),
        ("es", "Mostramos que el método de la primera sección es más rápido que los de antes."),
        ("pt", "Mostramos que o método da primeira seção é mais rápido do que os outros não são."),
        ("ru", "Мы показали, что метод из первой части не хуже, чем все, что было для этого."),
        ("uk", "Ми показали, що метод з першої частини не гірший, як це було до того, і так є."),
        ("el", "Δείξαμε ότι η μέθοδος του πρώτου μέρους είναι καλύτερη από τη γνωστή και το λέμε."),
        ("zh", "这个方法的结果与以前的方法不同，我们还没有说明为什么会发生这种变化。"),
        ("zh-Hant", "這個方法的結果與以前的方法不同，我們還沒有說明為什麼會發生這種變化。"),
        ("ja", "この方法の結果は以前の方法とは異なることがわかった。"),
        ("ko", "이 방법은 그 결과를 통해 다른 모든 것이 가능하다는 것을 보일 수 있다."),
        ("ar", "هذا البحث في الطريقة التي كانت على ما هو من قبل إلى أن تم ذلك."),
        ("fa", "این روش در مقایسه با آن که در بخش نخست است برای ما بهتر شده است."),
        ("he", "זה הוא המאמר של כל אדם אשר לא היה על כך או גם עם זו."),
        ("hi", "यह विधि पहले भाग की विधि से बेहतर है और इस का कारण भी है।"),
        ("sv", "Vi visar att metoden i den första delen är bättre än den som var känd för oss."),
        ("da", "Vi viser, at metoden i det første afsnit er bedre end den, der var kendt af os."),
        ("fi", "Osoitamme, että tämä menetelmä on parempi kuin se, joka oli ennen tunnettu."),
        ("ro", "Arătăm că metoda din prima parte este mai bună decât cele care au fost cunoscute."),
        ("bg", "Показваме, че методът от първата част е по-добър от това, което не се знае."),
        ("hr", "Pokazujemo da je metoda iz prvog dijela bolja od onih koje su prije bile poznate."),
        ("sr", "Pokazujemo da je metoda iz prvog dela bolja od onih koje su pre bile poznate."),
        (
            "cs",
            "Ukazujeme, že metoda z první části je lepší než ta, která byla známa a je i ve více.",
        ),
        ("sk", "Ukazujeme, že metóda z prvej časti je lepšia ako tá, ktorá bola známa aj pre nás."),
        (
            "sl",
            "Pokažemo, da je metoda iz prvega dela boljša kot tista, ki je bila znana tudi za nas.",
        ),
        (
            "ca",
            "Mostrem que el mètode de la primera part és més ràpid que els altres amb una prova.",
        ),
        (
            "lt",
            "Parodome, kad metodas iš pirmos dalies yra geresnis nei tas, kuris buvo žinomas.",
        ),
        ("et", "Näitame, et esimese osa meetod on parem kui see, mis oli enne ja on ka teada."),
        ("ur", "یہ طریقہ پہلے حصے کے طریقے سے بہتر ہے اور اس کی وجہ بھی ہے۔"),
        ("th", "การวิจัยนี้เป็นการศึกษาที่มีความสำคัญและได้ผลในของจริง"),
    ],
)
def test_language_of_a_sentence(language: str, text: str) -> None:
    assert detect_language([text]) == language


def test_nothing_is_said_of_what_is_no_language() -> None:
    assert detect_language([]) == ""
    assert detect_language(["0 1 2 3 + = xyzzy plugh qwerty"]) == ""
